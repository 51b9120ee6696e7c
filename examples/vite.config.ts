import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import relay from 'vite-plugin-relay-lite';

const page = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// 127.0.0.1: the application `demo-frontend` returns to this address at any port, and not to `localhost`.
const server = { host: '127.0.0.1', port: 5173, strictPort: true };

export default defineConfig({
  plugins: [relay()],
  server,
  preview: server,
  build: {
    rollupOptions: {
      input: [page('index.html'), page('apollo/index.html'), page('urql/index.html'), page('relay/index.html')],
    },
  },
});
