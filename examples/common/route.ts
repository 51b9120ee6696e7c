import { useSyncExternalStore } from 'react';

/** A page of a frontend, by the fragment of its address: `#/event/7`. */
export interface Route {
  readonly page: 'events' | 'event' | 'talk';
  readonly id: string;
}

const HASH = /^#\/(event|talk)\/(\d+)$/;

function subscribe(listener: () => void): () => void {
  addEventListener('hashchange', listener);
  return () => removeEventListener('hashchange', listener);
}

export function useRoute(): Route {
  const hash = useSyncExternalStore(subscribe, () => location.hash);
  const [, page, id = ''] = HASH.exec(hash) ?? [];
  return { page: (page as Route['page'] | undefined) ?? 'events', id };
}
