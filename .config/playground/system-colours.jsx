import { useGraphiQL, useGraphiQLActions } from '@graphiql/react';
import { useEffect } from 'react';

const DARK = '(prefers-color-scheme: dark)';

/** Follows the system from light to dark and back: GraphiQL's editors look at it once, its style sheet always. */
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
