import { defineConfig } from 'vite';
import relay from 'vite-plugin-relay-lite';

// 127.0.0.1: the application `demo-frontend` returns to this address at any port, and not to `localhost`.
const server = { host: '127.0.0.1', port: 5173, strictPort: true };

export default defineConfig({
  plugins: [relay()],
  server,
  preview: server,
  build: {
    rollupOptions: {
      input: ['./index.html', './apollo/index.html', './urql/index.html', './relay/index.html'],
    },
  },
});
