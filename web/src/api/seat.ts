// A seat at a table: one WebSocket, opened again whenever it breaks.
import type { Ask, Diary, FromClient, FromServer, Hint, Opening, Overlays, Past, Patch, Refused, Thinking, Way, Why } from "./schema";

type Answers = { way: Way; why: Why; overlay: Overlays; at: Past; hint: Hint; diary: Diary };
type Answer = Answers[keyof Answers];
type Wish = Exclude<FromClient, { type: "hello" }>;
type WithoutId<T> = T extends unknown ? Omit<T, "id"> : never;

/** Who hears what happens at the table. */
export interface Listener {
  opened(opening: Opening): void;
  patched(patch: Patch): void;
  thinking(thinking: Thinking): void;
  lost(): void;
  closed(reason: string): void;
}

/** The server said no: its sentence, and the rule. */
export class Refusal extends Error {
  readonly rule: string;
  constructor(refused: Pick<Refused, "error" | "rule">) {
    super(refused.error);
    this.rule = refused.rule;
  }
}

interface Waiting {
  resolve(answer: Answer | undefined): void;
  reject(error: Error): void;
}

/** Closing codes after which it is of no use to come again: a bad hello, no such seat, a game that is gone. */
const FOR_GOOD = new Set([4400, 4404, 4410]);
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;

export class Seat {
  #socket: WebSocket | null = null;
  #waiting = new Map<number, Waiting>();
  #last = 0;
  #wait = FIRST_WAIT;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #left = false;
  #said = "";

  constructor(
    readonly play: string,
    readonly token: string,
    readonly listener: Listener,
  ) {
    this.#connect();
  }

  /** Leave for good. */
  leave(): void {
    this.#left = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
    this.#drop("the page was left");
  }

  act(action: string, revision: number): Promise<void> {
    return this.#send({ type: "act", action, revision }).then(() => undefined);
  }

  undo(revision: number): Promise<void> {
    return this.#send({ type: "undo", revision }).then(() => undefined);
  }

  redo(revision: number): Promise<void> {
    return this.#send({ type: "redo", revision }).then(() => undefined);
  }

  ask<What extends Ask["what"]>(what: What, arg = ""): Promise<Answers[What]> {
    return this.#send({ type: "ask", what, arg }) as Promise<Answers[What]>;
  }

  #send(wish: WithoutId<Wish>): Promise<Answer | undefined> {
    const socket = this.#socket;
    if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(new Refusal({ error: "the server cannot be reached now", rule: "" }));
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      socket.send(JSON.stringify({ ...wish, id }));
    });
  }

  #connect(): void {
    const address = new URL(`/api/plays/${this.play}/seat`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    const socket = new WebSocket(address);
    this.#socket = socket;
    socket.onopen = () => socket.send(JSON.stringify({ type: "hello", token: this.token }));
    socket.onmessage = (event) => this.#heard(JSON.parse(event.data as string) as FromServer);
    socket.onclose = (event) => this.#closed(event);
  }

  #heard(message: FromServer): void {
    switch (message.type) {
      case "opening":
        this.#wait = FIRST_WAIT;
        return this.listener.opened(message);
      case "patch":
        return this.listener.patched(message);
      case "thinking":
        return this.listener.thinking(message);
      case "refused":
        if (message.id === 0) this.#said = message.error;
        return this.#taken(message.id)?.reject(new Refusal(message));
      case "done":
        return this.#taken(message.id)?.resolve(undefined);
      default:
        return this.#taken(message.id)?.resolve(message);
    }
  }

  #taken(id: number): Waiting | undefined {
    const found = this.#waiting.get(id);
    this.#waiting.delete(id);
    return found;
  }

  #closed(event: CloseEvent): void {
    if (this.#left) return;
    this.#drop("the connection was lost");
    if (FOR_GOOD.has(event.code)) return this.listener.closed(this.#said || event.reason);
    this.listener.lost();
    this.#timer = setTimeout(() => this.#connect(), this.#wait);
    this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
  }

  #drop(reason: string): void {
    for (const waiting of this.#waiting.values()) waiting.reject(new Refusal({ error: reason, rule: "" }));
    this.#waiting.clear();
  }
}
