# Waypost as one image: the launcher starts the runtime and, without MONGODB_URI, the embedded store.
FROM node:26-slim AS build
WORKDIR /app
COPY . .
# What a server needs, without what the pages are built with; bun is in it, node is not.
RUN node scripts/bootstrap.mjs release --folder /server

FROM debian:bookworm-slim
RUN useradd --uid 1000 --no-create-home --shell /usr/sbin/nologin waypost \
 && mkdir /data && chown waypost:waypost /data
WORKDIR /app
COPY --from=build /server /app
USER waypost
ENV HOST=0.0.0.0 PORT=6009 DATA_DIR=/data NODE_ENV=production
VOLUME /data
EXPOSE 6009
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s CMD ["node_modules/.bin/bun", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node_modules/.bin/bun", "runtime/launcher/main.ts"]
