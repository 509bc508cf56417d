// Requests to the server.

/** Key of the server: part of its address if it accepts clients from the network. */
function key() {
  const found = location.hash.match(/^#key=([0-9a-f]+)/);
  if (found) {
    sessionStorage.setItem("key", found[1]);
    history.replaceState(null, "", location.pathname + "#/");
  }
  return sessionStorage.getItem("key") || "";
}
const KEY = key();

async function answer(response) {
  const body = response.headers.get("content-type")?.includes("json") ? await response.json() : await response.text();
  if (!response.ok) throw Object.assign(new Error(body.error || body), { status: response.status });
  return body;
}

const query = (more) => new URLSearchParams({ ...(KEY ? { key: KEY } : {}), ...more });

async function send(path, options) {
  try {
    return await answer(await fetch(path, options));
  } catch (error) {
    throw error.status ? error : new Error("The server does not answer. Is the program still running?");
  }
}

export const get = (path, more = {}) => send(`${path}?${query(more)}`);

export const post = (path, body = {}, more = {}) =>
  send(`${path}?${query(more)}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** Subscribes to the events of a game; calls `receive` with the name and data of each event. */
export function subscribe(id, who, receive) {
  const source = new EventSource(`/api/games/${id}/events?${query(who)}`);
  for (const name of ["game", "thinking"]) source.addEventListener(name, (event) => receive(name, JSON.parse(event.data)));
  source.addEventListener("error", () => receive("lost", null));
  return source;
}

/** Games of this browser, with the tokens of their seats. */
export const shelf = {
  all: () => JSON.parse(localStorage.getItem("games") || "[]"),
  find: (id) => shelf.all().find((game) => game.id === id),
  put(game) {
    const others = shelf.all().filter((other) => other.id !== game.id);
    localStorage.setItem("games", JSON.stringify([game, ...others].slice(0, 40)));
  },
  drop: (id) => localStorage.setItem("games", JSON.stringify(shelf.all().filter((game) => game.id !== id))),
};
