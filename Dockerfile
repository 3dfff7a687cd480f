# Untested: written on a machine that has no Docker daemon. Each command was run there by itself, the image never.

FROM node:24-slim AS package
WORKDIR /checkout
COPY . .
RUN npm ci && npm pack --pack-destination /tmp && mkdir /package \
  && tar -xzf /tmp/tabard-*.tgz -C /package --strip-components=1

# The versions of the lock file, and nothing that only development needs.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-slim
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=package /package .
RUN install -d -o node -g node -m 700 /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TABARD_CONSOLE_PORT=8081 TABARD_DATA=/data
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=30s --timeout=3s --start-period=15s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No npm in between: it is Node that has to hear SIGTERM.
CMD ["node", "--max-semi-space-size=2", "--v8-pool-size=1", "bin/tabard.mjs", "serve"]
