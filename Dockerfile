# Payout Desk as an image: what `npm run release` packs, with Node and the programs of PostgreSQL that make backups. docs/deploy.md says how to run it.
FROM node:24-trixie-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev
COPY . .
# The commit that is built and its day, such as "f3d1d5a3, 2026-11-24": git log -1 --abbrev=8 --format='%h, %cs'
ARG COMMIT=""
RUN PAYOUT_DESK_COMMIT="$COMMIT" node scripts/release.mjs \
 && mkdir /app && tar -xzf release/payout-desk-*.tgz -C /app --strip-components=1 --no-same-owner \
 && cd /app && npm ci --omit=dev && chmod -R go+rX,go-w .

FROM node:24-trixie-slim
# Of the major version that compose.yaml runs: pg_dump refuses a newer server. npm and yarn have no part in running it.
RUN apt-get update \
 && apt-get install -y --no-install-recommends postgresql-client-17 \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/*.log \
 && rm -rf /usr/local/lib/node_modules /usr/local/bin/np[mx] /usr/local/bin/yarn* /usr/local/bin/corepack /opt/yarn* \
 && install -d -m 700 -o 1000 -g 1000 /data
COPY --from=build /app /app
RUN ln -s /app/bin/payout-desk.mjs /usr/local/bin/payout-desk
ARG COMMIT=""
LABEL org.opencontainers.image.title="Payout Desk" \
      org.opencontainers.image.description="Prepares, checks, approves and exports payout requests, and never sends money itself" \
      org.opencontainers.image.version="1.0.0" \
      org.opencontainers.image.revision="$COMMIT" \
      org.opencontainers.image.documentation="file:///app/docs/deploy.md"
# Without a home, as of a user whom the image does not know, no program of PostgreSQL is started.
ENV NODE_ENV=production DATA_DIR=/data METRICS_PORT=9101 HOME=/data
WORKDIR /app
# The root can be read-only: it writes to /data, and to /tmp while it makes a backup or restores one.
VOLUME /data
USER 1000:1000
# The app, the details page of beneficiaries where DETAILS_URL is set, and /metrics and /readyz.
EXPOSE 3000 3100 9101
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch(`http://${process.env.METRICS_HOST || '127.0.0.1'}:${process.env.METRICS_PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["payout-desk"]
CMD ["serve"]
