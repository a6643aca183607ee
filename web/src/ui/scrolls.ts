// A list that is cut shows it: its edge fades where more of it can be scrolled to.

/** Attach to what scrolls: it is marked `cut-above` and `cut-below` as long as something lies there. */
export function scrolls(element: HTMLElement): () => void {
  const look = (): void => {
    element.classList.toggle("cut-above", element.scrollTop > 2);
    element.classList.toggle("cut-below", element.scrollHeight - element.clientHeight - element.scrollTop > 2);
  };
  const sizes = new ResizeObserver(look);
  const items = new MutationObserver(look);
  element.addEventListener("scroll", look, { passive: true });
  sizes.observe(element);
  items.observe(element, { childList: true, subtree: true });
  look();
  return () => {
    element.removeEventListener("scroll", look);
    sizes.disconnect();
    items.disconnect();
  };
}
