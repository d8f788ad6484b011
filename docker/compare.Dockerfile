# compare, the load generator and the project's services, for hosts without a JDK:
#   mvn -q -DskipTests package && docker build -f docker/compare.Dockerfile -t rest-comparison/compare .
#   docker run --rm --network host --user "$(id -u):$(id -g)" -v "$PWD:/work" rest-comparison/compare \
#     run --service a=URL --service b=URL --get /
# The digest is the one that Docker's docker-library/repo-info lists for this tag.
ARG RUN_IMAGE=eclipse-temurin:25-jdk
FROM ${RUN_IMAGE}
COPY harness/distribution/target/rest-comparison /opt/rest-comparison
WORKDIR /work
USER 10001:10001
ENTRYPOINT ["/opt/rest-comparison/compare"]
