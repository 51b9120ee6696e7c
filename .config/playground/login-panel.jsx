import { useEffect, useState } from 'react';
import { askGraph } from './ask-graph.js';
import { service } from './service.js';
import { keepToken, useToken } from './token.js';

const issueToken = 'mutation ($input: IssueTokenInput!) { issueToken(input: $input) { accessToken } }';
const whoAmI = '{ viewer { username } }';

async function logIn(input) {
  const data = await askGraph(issueToken, { input }, '');
  keepToken(data.issueToken.accessToken);
}

async function useGiven(token) {
  // The server treats an invalid token as anonymous, so an anonymous viewer means that it is invalid.
  const { viewer } = await askGraph(whoAmI, {}, token);
  if (!viewer) throw new Error('This token is not known, or it has ended.');
  keepToken(token);
}

/** Runs the submission of a form and shows its errors below it. */
function useAttempt() {
  const [problem, setProblem] = useState('');
  const attempt = async (work) => {
    setProblem('');
    await work().catch((error) => setProblem(error.message));
  };
  return { problem, attempt };
}

const fields = [
  { name: 'username', label: 'Username', autoComplete: 'username' },
  { name: 'password', label: 'Password', type: 'password', autoComplete: 'current-password' },
  { name: 'clientId', label: 'Application key', autoComplete: 'off' },
  { name: 'clientSecret', label: 'Application secret', type: 'password', autoComplete: 'off' },
];

/** Text fields and a button; `send` receives their values. */
function Form({ inputs, action, send }) {
  const submit = (event) => {
    event.preventDefault();
    send(Object.fromEntries(new FormData(event.currentTarget)));
  };
  return (
    <form onSubmit={submit}>
      {inputs.map(({ label, ...input }) => (
        <label key={input.name}>
          {label}
          <input {...input} spellCheck={false} autoCapitalize="none" required />
        </label>
      ))}
      <button type="submit">{action}</button>
    </form>
  );
}

function DemoAccounts({ demo: { accounts, password, clientId, clientSecret }, choose }) {
  return (
    <>
      <h3>Demo accounts</h3>
      <ul className="lectern-accounts">
        {accounts.map(({ username, mayDo }) => (
          <li key={username}>
            <button type="button" onClick={() => choose({ username, password, clientId, clientSecret })}>
              Log in as {username}
            </button>
            <span>{mayDo}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function Session({ token }) {
  const [who, setWho] = useState('…');
  useEffect(() => {
    askGraph(whoAmI, {}, token).then(
      ({ viewer }) => (viewer ? setWho(viewer.username) : keepToken('')),
      () => keepToken(''),
    );
  }, [token]);
  return (
    <>
      <p role="status">
        You are <strong>{who}</strong>: your token goes with every operation, until you close this tab of the browser.
      </p>
      <label>
        Token
        <input readOnly value={token} onFocus={(event) => event.target.select()} />
      </label>
      <button type="button" onClick={() => keepToken('')}>
        Log out
      </button>
    </>
  );
}

function Panel() {
  const token = useToken();
  const { problem, attempt } = useAttempt();
  return (
    <section className="lectern-panel" aria-label="Log in">
      <h2>Log in</h2>
      {token !== '' && <Session key={token} token={token} />}
      {token === '' && (
        <>
          {service.demo && <DemoAccounts demo={service.demo} choose={(login) => attempt(() => logIn(login))} />}
          <h3>With a token</h3>
          <Form
            inputs={[{ name: 'token', label: 'Token', type: 'password', autoComplete: 'off' }]}
            action="Use it"
            send={(given) => attempt(() => useGiven(given.token))}
          />
          <h3>With a password</h3>
          <Form inputs={fields} action="Log in" send={(given) => attempt(() => logIn(given))} />
          <p role="alert">{problem}</p>
        </>
      )}
    </section>
  );
}

const Icon = () => (
  <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden="true">
    <circle cx="8" cy="15" r="4" />
    <path d="m11 12 8-8m-4 4 3 3" strokeLinecap="round" />
  </svg>
);

export const loginPlugin = { title: 'Log in', icon: Icon, content: Panel };
