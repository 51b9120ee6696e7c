/** Memoizes `make`: creates one value per key on first use, such as a statement per list variant. */
export function memoize<Key, Thing>(create: (key: Key) => Thing): (key: Key) => Thing {
  const values = new Map<Key, Thing>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) values.set(key, (value = create(key)));
    return value;
  };
}
