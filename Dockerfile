# The platform as an image: any service, chosen by the command. compose.yaml runs all of them.
# The base is pinned by the digest of its index, so that every build starts from the same bytes; Renovate renews it.
FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df AS build
WORKDIR /platform
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run prepare
# The image brings Node, so that the one that npm installs beside the packages is not needed.
RUN npm prune --omit=dev --ignore-scripts && rm -rf node_modules/node-linux-*

FROM node:24-slim@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /platform
COPY --from=build /platform/package.json ./
COPY --from=build /platform/node_modules ./node_modules
COPY --from=build /platform/generated ./generated
COPY --from=build /platform/src ./src
COPY --from=build /platform/dist ./dist
COPY --from=build /platform/scripts ./scripts
# Only the embedded database and the keys that are made for development stand here; with PostgreSQL, nothing is written.
RUN mkdir --mode=700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000 4001 4002 4003 4004 4009
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --start-interval=1s CMD ["node", "scripts/check-ready.ts"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node"]
CMD ["src/main.ts"]
