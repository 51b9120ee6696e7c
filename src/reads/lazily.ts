/** One thing for each key, such as a statement for each variant of a list: made when it is first asked for, then kept. */
export function lazily<Key, Thing>(make: (key: Key) => Thing): (key: Key) => Thing {
  const made = new Map<Key, Thing>();
  return (key) => {
    let thing = made.get(key);
    if (thing === undefined) made.set(key, (thing = make(key)));
    return thing;
  };
}
