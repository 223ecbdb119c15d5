# The platform as an image: any service, or the gateway, chosen by the command. compose.yaml runs all of them.
# The base is pinned by the digest of its index, so that every build starts from the same bytes; Renovate renews it.
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /platform
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run release -- --stage release
RUN mv node_modules release/ && cd release && npm prune --omit=dev --ignore-scripts

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /platform
# The compiled release, whose packages are those that its programs import.
COPY --from=build /platform/release ./
# Only the embedded database and the keys that are made for development stand here; with PostgreSQL, nothing is written.
RUN mkdir --mode=700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000 4001 4002 4003 4004 4005 4009
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s CMD ["node", "scripts/check-ready.js"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "platform.mjs"]
CMD ["start"]
