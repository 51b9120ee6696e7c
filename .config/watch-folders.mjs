import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Calls `onChange` with the path of each file below the folders that is written, replaced, added or removed; returns a
 * function that ends this. Each folder has a watch of its own: on Linux, Node's recursive one follows files, and loses
 * those that Git and many editors replace.
 */
export function watchFolders(folders, onChange) {
  const watches = new Map();
  const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

  function forget(path) {
    watches.get(path)?.close();
    watches.delete(path);
  }
  /** Returns the paths in the folder: none if it has gone since, which its parent reports. */
  function add(folder) {
    forget(folder);
    try {
      const watcher = watch(folder, (_, name) => name && changed(join(folder, name)));
      watches.set(
        folder,
        watcher.on('error', () => forget(folder)),
      );
      return readdirSync(folder).map((name) => join(folder, name));
    } catch (error) {
      if (error.code !== 'ENOENT') throw error;
      return [];
    }
  }
  function changed(path) {
    if (isFolder(path)) {
      // It may contain files that are older than its watch.
      for (const inner of add(path)) changed(inner);
    } else {
      forget(path);
      onChange(path);
    }
  }
  function addAll(folder) {
    for (const path of add(folder)) if (isFolder(path)) addAll(path);
  }

  for (const folder of folders) addAll(folder);
  return () => {
    for (const path of [...watches.keys()]) forget(path);
  };
}
