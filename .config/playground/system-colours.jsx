import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';

const DARK = '(prefers-color-scheme: dark)';

/** Follows the system's colour scheme: GraphiQL's editors read it only once, unlike its style sheet. */
export function SystemColours() {
  const theme = useGraphiQL((state) => state.theme);
  const { setTheme } = useGraphiQLActions();
  useEffect(() => {
    if (theme !== null) return undefined;
    const follow = () => setTheme(null);
    const system = window.matchMedia(DARK);
    system.addEventListener('change', follow);
    follow();
    return () => system.removeEventListener('change', follow);
  }, [theme, setTheme]);
  return null;
}
