"""The server: games over HTTP and WebSocket, and where they are kept."""
