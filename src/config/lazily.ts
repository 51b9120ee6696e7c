/** Memoizes `make`: creates one value per key on first use, such as a statement per list variant. */
export function lazily<Key, Thing>(make: (key: Key) => Thing): (key: Key) => Thing {
  const made = new Map<Key, Thing>();
  return (key) => {
    let thing = made.get(key);
    if (thing === undefined) made.set(key, (thing = make(key)));
    return thing;
  };
}
