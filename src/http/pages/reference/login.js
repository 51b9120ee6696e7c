// The login form of the viewer's Authorize dialog, which itself takes a token only.

const fields = [
  { name: 'username', label: 'Username', type: 'text', autoComplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
  { name: 'client_id', label: 'Application key', type: 'text', autoComplete: 'off' },
  { name: 'client_secret', label: 'Application secret', type: 'password', autoComplete: 'off' },
];

/** The public login of the demo data; an empty object without them. */
async function demoValues() {
  const response = await fetch('/graphql/assets/about.json');
  const { demo } = response.ok ? await response.json() : { demo: null };
  if (!demo) return {};
  const { accounts, password, clientId, clientSecret } = demo;
  return { username: accounts.at(-1)?.username, password, client_id: clientId, client_secret: clientSecret };
}

/**
 * Requests a token by password.
 *
 * @throws Error with the message of the service
 */
async function issueToken(credentials) {
  const response = await fetch('/v2.1/token', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', ...credentials }),
  });
  const body = await response.json();
  if (!response.ok) throw new Error(body[0]);
  return body.access_token;
}

/** Adds the form to the dialog until there is a token, which stays in the memory of the page. */
export const loginPlugin = ({ React: { createElement: element, Fragment, useEffect, useState }, authActions }) => {
  function LoginForm({ schema }) {
    const [problem, setProblem] = useState('');
    const [demo, setDemo] = useState(null);
    useEffect(() => void demoValues().then(setDemo, () => setDemo({})), []);
    const submit = async (event) => {
      event.preventDefault();
      setProblem('');
      try {
        const value = await issueToken(Object.fromEntries(new FormData(event.currentTarget)));
        authActions.authorize({ bearer: { name: 'bearer', schema, value } });
      } catch (error) {
        setProblem(error.message);
      }
    };
    if (demo === null) return null;
    return element(
      'form',
      { className: 'login', onSubmit: submit },
      element('h4', null, 'Log in by password'),
      ...fields.map(({ label, ...input }) =>
        element(
          'label',
          { key: input.name },
          label,
          element('input', { ...input, defaultValue: demo[input.name], required: true }),
        ),
      ),
      element('button', { type: 'submit', className: 'btn' }, 'Log in'),
      element('p', { role: 'alert' }, problem),
    );
  }
  return {
    wrapComponents: {
      auths: (Auths) =>
        function AuthsWithLogin(given) {
          const schema = given.definitions.get('bearer');
          const isLoggedIn = given.authSelectors.authorized().has('bearer');
          return element(
            Fragment,
            null,
            schema && !isLoggedIn && element(LoginForm, { schema }),
            element(Auths, given),
          );
        },
    },
  };
};
