package io.github.restcomparison.records;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.OptionalDouble;

/**
 * The part of one injector in a load that several make together.
 *
 * @param injector its number, from 1
 * @param of how many there are
 * @param measureAt when all of them were to begin, in ISO 8601
 * @param clockOffsetMs the service's wall clock less the injector's; absent where the service shows
 *     none
 * @param clockUncertaintyMs by which that may be wrong
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record InjectorShare(
    int injector,
    int of,
    String measureAt,
    OptionalDouble clockOffsetMs,
    OptionalDouble clockUncertaintyMs) {}
