# The tests check this file without Docker: they pack the files that .dockerignore allows, and run the commands below on
# the result. They never build the image itself.

FROM node:24-slim AS package
WORKDIR /checkout
COPY . .
RUN npm ci && npm pack --pack-destination /tmp && mkdir /package \
  && tar -xzf /tmp/tabard-*.tgz -C /package --strip-components=1

# The versions of the lock file, without development dependencies.
FROM node:24-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:24-slim
WORKDIR /app
COPY --from=dependencies /app/node_modules node_modules
COPY --from=package /package .
RUN install -d -o node -g node -m 700 /data /cache
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TABARD_CONSOLE_PORT=8081 TABARD_DATA=/data NODE_COMPILE_CACHE=/cache
# Start and stop once, so that the compiled code is in the image and every start is fast.
RUN export TABARD_DATA=/tmp/first TABARD_DRAIN_SECONDS=0; node bin/tabard.mjs serve & \
  node bin/tabard.mjs health --ready --wait 60 && kill $! && wait $! && rm -r /tmp/first
VOLUME /data
EXPOSE 8080 8081
HEALTHCHECK --interval=30s --timeout=3s --start-period=15s CMD ["node", "bin/tabard.mjs", "health"]
# Not through npm, because Node itself must receive SIGTERM.
CMD ["node", "--max-semi-space-size=2", "--v8-pool-size=1", "bin/tabard.mjs", "serve"]
