# The load generator: docker compose run --rm gatling
# The digests are those that Docker's docker-library/repo-info lists for these tags.
ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-25
ARG RUN_IMAGE=eclipse-temurin:25-jre

FROM ${BUILD_IMAGE} AS build
WORKDIR /src
COPY . .
RUN --mount=type=cache,id=rest-comparison-m2,target=/root/.m2/repository,sharing=locked \
    mvn -B -q -ntp -DskipTests package -pl gatling -am && \
    mkdir -p /out/lib /out/own/lib && \
    tr ':' '\n' < gatling/target/classpath.txt > /out/files && \
    grep -v '^/src/' /out/files | xargs cp -t /out/lib && \
    grep '^/src/' /out/files | xargs cp -t /out/own/lib && \
    cp -r gatling/target/classes gatling/target/test-classes gatling/jvm.options /out/own/

FROM ${RUN_IMAGE}
ARG VERSION=unknown
ARG REVISION=unknown
ARG SOURCE=unknown
LABEL org.opencontainers.image.title="gatling" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.source="${SOURCE}" \
      org.opencontainers.image.licenses="Apache-2.0"
WORKDIR /app
COPY --from=build /out/lib /app/lib
COPY docker/measure docker/inject docker/sample docker/healthy /app/
COPY --from=build /out/own /app
USER 10001:10001
ENTRYPOINT ["/app/measure"]
