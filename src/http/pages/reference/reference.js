// Opens the viewer on the document of this service, and shows with each operation the GraphQL that answers it.
import { loginPlugin } from './login.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const followColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', followColours);
followColours();

/** Before what an operation answers: what it asks of the graph, folded. */
const graphBesideRest = () => ({
  wrapComponents: {
    responses: (Responses, { React: { createElement: element, Fragment } }) =>
      function ResponsesAfterGraph(given) {
        const { specSelectors, path, method } = given;
        const stored = specSelectors.specJson().getIn(['paths', path, method, 'x-graphql']);
        return element(Fragment, null, stored && foldOf(element, stored.toJS()), element(Responses, given));
      },
  },
});

/** By itself the viewer closes the lock of an operation that needs no login, and opens that of one that does. */
const locksByRequirement = () => ({
  wrapComponents: {
    OperationSummary: (Summary, { React: { createElement: element } }) =>
      function SummaryWithLock(given) {
        const { operationProps } = given;
        const security = operationProps.get('security');
        const isRequired = security !== undefined && !security.some((requirement) => requirement.isEmpty());
        return element(Summary, { ...given, operationProps: operationProps.set('isAuthorized', isRequired) });
      },
    authorizeOperationBtn: (_, { React: { createElement: element }, getComponent }) =>
      function LockOfOperation({ isAuthorized: isRequired, onClick }) {
        const label = isRequired ? 'Login required' : 'Login optional';
        const icon = getComponent(isRequired ? 'LockAuthOperationIcon' : 'UnlockAuthOperationIcon', true);
        const open = (event) => {
          event.stopPropagation();
          onClick(event);
        };
        return element(
          'button',
          { type: 'button', className: 'authorization__btn', 'aria-label': label, title: label, onClick: open },
          element(icon, { className: isRequired ? 'locked' : 'unlocked' }),
        );
      },
  },
});

/** The viewer puts a link into the button that opens an operation; opening it changes the address all the same. */
const plainDeepLinks = () => ({
  wrapComponents: {
    DeepLink: (_, { React: { createElement: element } }) =>
      function PlainDeepLink({ text }) {
        return element('span', null, text);
      },
  },
});

/** Choices that the viewer gives no name. */
function nameChoices() {
  for (const choice of root.querySelectorAll(
    '[data-param-name] select:not([aria-label]), #servers:not([aria-label])',
  )) {
    choice.setAttribute('aria-label', choice.closest('[data-param-name]')?.dataset.paramName ?? 'Server');
  }
}

function foldOf(element, { operation, text, playground }) {
  return element(
    'details',
    { className: 'graph' },
    element('summary', null, 'The same in GraphQL: ', element('code', null, operation)),
    element('p', null, element('a', { href: playground }, 'Open it in the playground')),
    element('pre', { tabIndex: 0, 'aria-label': `The operation ${operation}` }, element('code', null, text)),
  );
}

const root = document.getElementById('reference');
new MutationObserver(nameChoices).observe(root, { childList: true, subtree: true });

window.SwaggerUIBundle({
  url: '/v2.1/openapi.json',
  domNode: root,
  presets: [window.SwaggerUIBundle.presets.apis],
  plugins: [graphBesideRest, plainDeepLinks, locksByRequirement, loginPlugin],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // What it would ask is another host.
  validatorUrl: null,
});
