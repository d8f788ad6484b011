# compare, the load and the project's own services, for those who have Docker and no JDK:
#   mvn -q -DskipTests package && docker build -f docker/compare.Dockerfile -t rest-comparison/compare .
#   docker run --rm --network host -v "$PWD:/work" rest-comparison/compare run --service a=URL --service b=URL --get /
ARG RUN_IMAGE=eclipse-temurin:25-jdk
FROM ${RUN_IMAGE}
COPY distribution/target/rest-comparison-*-SNAPSHOT /opt/rest-comparison
WORKDIR /work
ENTRYPOINT ["/opt/rest-comparison/compare"]
