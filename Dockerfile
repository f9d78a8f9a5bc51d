# Holdpoint's command line: API and workers, for a Temporal that runs elsewhere. Not for `holdpoint start`, which brings its own.
#
#   docker build -t holdpoint .
#   docker run --rm holdpoint --help
#
# Your own tools and configuration: FROM holdpoint, COPY them to /app, and name the image's tag as the build of its workers (docs/deploy.md).

FROM node:24-bookworm-slim AS build
WORKDIR /src
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
RUN npm run build && npm pack ./dist/package --pack-destination /tmp
WORKDIR /app
RUN npm init -y >/dev/null \
  && npm install --omit=dev --no-audit --no-fund /tmp/holdpoint-*.tgz \
  # Temporal's native part comes for every platform: only this one's is needed.
  && find node_modules/@temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 -type d \
    ! -name "$(uname -m | sed 's/arm64/aarch64/')-unknown-linux-gnu" -exec rm -r {} + \
  && npm cache clean --force

# Debian and not Alpine: Temporal's native part needs glibc.
FROM node:24-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=node:node /app ./
COPY --chown=node:node deploy/holdpoint.config.mjs ./
RUN ln -s /app/node_modules/.bin/holdpoint /usr/local/bin/holdpoint \
  && mkdir /data && chown node:node /data
USER node
VOLUME /data
# The API, and where a worker says whether it is ready.
EXPOSE 7400 7401
# An API answers at 7400, a worker at 7401.
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s --retries=3 \
  CMD ["node", "-e", "const at=(port)=>fetch(`http://127.0.0.1:${port}/readyz`).then(({ok})=>ok);at(7400).catch(()=>at(7401)).then((ok)=>process.exit(ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["holdpoint"]
CMD ["--help"]
