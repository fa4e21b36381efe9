# Waypost as one image: the launcher starts the runtime and, without MONGODB_URI, the embedded store.
FROM node:20-bookworm-slim AS build
WORKDIR /app
COPY . .
RUN node scripts/bootstrap.mjs waypost --help >/dev/null \
 && node_modules/.bin/bun host/shell/build.ts

FROM node:20-bookworm-slim
WORKDIR /app
COPY --from=build --chown=node:node /app /app
RUN mkdir /data && chown node:node /data
USER node
ENV HOST=0.0.0.0 PORT=6009 DATA_DIR=/data NODE_ENV=production
VOLUME /data
EXPOSE 6009
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:6009/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/bun", "runtime/launcher/main.ts"]
