import { useEffect, useState } from 'react';
import { logIn } from '../../src/http/pages/scripts/session.js';
import { askGraph } from './ask-graph.js';
import { service } from './service.js';
import { currentToken, endSession, keepToken, useSession } from './token.js';

const whoAmI = '{ viewer { username } }';

/** Leads to the login form, and back to this panel. */
const logInAs = (username) => logIn('/graphql#login', username);

async function useGiven(token) {
  // The server treats an invalid token as anonymous, so an anonymous viewer means that it is invalid.
  const { viewer } = await askGraph(whoAmI, {}, token);
  if (!viewer) throw new Error('This token is unknown or expired.');
  keepToken(token);
}

function DemoAccounts({ demo: { accounts, password } }) {
  return (
    <>
      <h3>Demo accounts</h3>
      <p>
        Their password is <code>{password}</code>.
      </p>
      <ul className="lectern-accounts">
        {accounts.map(({ username, mayDo }) => (
          <li key={username}>
            <button type="button" onClick={() => void logInAs(username)}>
              Log in as {username}
            </button>
            <span>{mayDo}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

function TokenForm() {
  const [problem, setProblem] = useState('');
  const submit = (event) => {
    event.preventDefault();
    setProblem('');
    useGiven(new FormData(event.currentTarget).get('token')).catch((error) => setProblem(error.message));
  };
  return (
    <form onSubmit={submit}>
      <label>
        Token
        <input name="token" type="password" autoComplete="off" spellCheck={false} autoCapitalize="none" required />
      </label>
      <button type="submit">Use it</button>
      <p role="alert">{problem}</p>
    </form>
  );
}

/** Reads the name of the user, and the token; ends the session if the token is no longer valid. */
async function readSession() {
  const { viewer } = await askGraph(whoAmI);
  if (viewer) return { who: viewer.username, token: await currentToken() };
  await endSession();
  return null;
}

function Session() {
  const [{ who, token }, setSession] = useState({ who: '…', token: '' });
  useEffect(() => {
    readSession().then(
      (found) => found && setSession(found),
      (error) => setSession({ who: `not known: ${error.message}`, token: '' }),
    );
  }, []);
  return (
    <>
      <p role="status">
        You are <strong>{who}</strong>: your token is sent with every operation, until you close this tab.
      </p>
      <label>
        Token
        <input readOnly value={token} onFocus={(event) => event.target.select()} />
      </label>
      <button type="button" onClick={() => void endSession()}>
        Log out
      </button>
    </>
  );
}

function Panel() {
  const session = useSession();
  return (
    <section className="lectern-panel" aria-label="Log in">
      <h2>Log in</h2>
      {session !== '' && <Session key={session} />}
      {session === '' && (
        <>
          <button type="button" onClick={() => void logInAs('')}>
            Log in
          </button>
          {service.demo && <DemoAccounts demo={service.demo} />}
          <h3>With a token</h3>
          <TokenForm />
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
