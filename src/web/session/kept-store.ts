import { createStore, type Store } from "./store.ts";

/**
 * A store that this browser keeps, for all of its pages.
 * @param place its name in the browser's storage.
 * @param read makes a value of whatever was kept, also of nothing.
 * @param written what is kept of a value: the value itself where JSON can say it.
 */
export function createKeptStore<Value>(
  place: string,
  read: (kept: unknown) => Value,
  written: (value: Value) => unknown = (value) => value,
): Store<Value> {
  const load = (): Value => {
    try {
      return read(JSON.parse(localStorage.getItem(place) ?? "null"));
    } catch {
      return read(null);
    }
  };
  const store = createStore(load());
  addEventListener("storage", ({ key }) => {
    if (key === place) store.set(load());
  });
  return {
    ...store,
    set(to) {
      try {
        localStorage.setItem(place, JSON.stringify(written(to)));
      } catch {
        // A browser that keeps nothing has it until the page is closed.
      }
      store.set(to);
    },
  };
}
