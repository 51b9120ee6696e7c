// Opens the viewer on the document of this service, and shows with each operation the GraphQL that answers it.

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
  plugins: [graphBesideRest, plainDeepLinks],
  layout: 'BaseLayout',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  filter: true,
  // What it would ask is another host.
  validatorUrl: null,
});
