package io.github.restcomparison.records.study;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.restcomparison.records.Delay;
import io.github.restcomparison.records.JsonFiles;
import io.github.restcomparison.records.settings.SettingException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * A published comparison, and how it is run again. Published figures are data, in a file for each
 * study; no figure here was measured by this project.
 *
 * @param name what it is called everywhere
 * @param title in one line
 * @param published who measured what, and how, in a sentence or two
 * @param workers threads that may block concurrently
 * @param loads one experiment each
 * @param figures as they were published
 * @param claims the publication's statements about them, in its order
 */
public record Study(
    String name,
    String title,
    String published,
    String workers,
    List<Load> loads,
    List<Published> figures,
    List<Claim> claims) {

  /**
   * An experiment of the study.
   *
   * @param name names it within the study, and its folder
   * @param delay for a clock: fixed, uniform or shared tick
   * @param users who all start immediately
   * @param requestsPerUser one after the other
   * @param variants that are compared
   * @param changed how it differs from the published one, and why, in a sentence; empty if it does
   *     not
   */
  public record Load(
      String name,
      @JsonUnwrapped Delay delay,
      int users,
      int requestsPerUser,
      List<String> variants,
      Optional<String> changed) {
    /** Returns its name with another number of users: {@code 20-users}. */
    public String nameWith(int otherUsers) {
      return name.replaceFirst("^%d-".formatted(users), otherUsers + "-");
    }
  }

  private static final List<Study> ALL =
      Stream.of(
              "gateway-2010", "rest-2014", "async-servlet-2016", "connector-bio-nio", "client-2023")
          .map(Study::read)
          .toList();

  /** Returns all studies, oldest question first. */
  public static List<Study> all() {
    return ALL;
  }

  /**
   * Returns the study of a name.
   *
   * @throws SettingException if there is none; the message names all studies
   */
  public static Study of(String name) {
    List<String> names = ALL.stream().map(Study::name).toList();
    SettingException.refuseIf(
        !names.contains(name), "unknown study '%s'; valid: %s", name, String.join(", ", names));
    return ALL.get(names.indexOf(name));
  }

  private static Study read(String name) {
    try (InputStream file = Study.class.getResourceAsStream("studies/" + name + ".json")) {
      return JsonFiles.bind(new JsonMapper().readTree(file), Study.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * A row of the published figures.
   *
   * @param load that it belongs to
   * @param system in the publication's words
   * @param variant that it is compared with here
   * @param published figures by name, such as {@link #THROUGHPUT}
   * @param requests of the whole load
   * @param wholeMs the duration of the whole load, of each published run
   */
  public record Published(
      String load,
      String system,
      String variant,
      Map<String, Double> published,
      OptionalInt requests,
      Optional<List<Integer>> wholeMs) {
    /** Requests per second. */
    public static final String THROUGHPUT = "requests/s";

    /** Mean latency. */
    public static final String MEAN = "mean, ms";

    /** The share of the requests with a correct response, in percent. */
    public static final String SUCCESS = "success, %";

    /** Returns a published figure; empty if the publication does not have it. */
    public OptionalDouble figure(String name) {
      Double figure = published.get(name);
      return figure == null ? OptionalDouble.empty() : OptionalDouble.of(figure);
    }
  }

  /**
   * One statement of a publication that can be checked: how a variant compares with another by a
   * figure, or that it fails.
   *
   * @param statement the statement, in a sentence without a full stop
   * @param figure the figure that it is about
   * @param side the side that it is about
   * @param relation the relation of the two sides
   * @param other the side that it is compared with; empty for {@link Relation#FAILS}
   * @param ratio of {@code one} to {@code other} as published; empty for {@link Relation#FAILS}
   */
  public record Claim(
      String statement,
      Figure figure,
      Side side,
      Relation relation,
      Optional<Side> other,
      OptionalDouble ratio) {

    /** The compared figure. */
    public enum Figure {
      /** Requests per second. */
      THROUGHPUT,
      /** Mean latency. */
      MEAN,
      /** The share of the requests with a correct response. */
      SUCCESS
    }

    /** The relation of one side to the other. */
    public enum Relation {
      /** It has more of the figure than the other. */
      MORE,
      /** It has less of the figure than the other. */
      LESS,
      /** The two are about the same. */
      ALIKE,
      /** It does not get through the load. */
      FAILS
    }

    /** A variant under one of the study's loads, by the load's name. */
    public record Side(String load, String variant) {}

    /** Returns whether one experiment measures all sides of the claim. */
    public boolean isWithin(String load) {
      return side.load().equals(load) && other.stream().allMatch(side -> side.load().equals(load));
    }
  }

  /** Returns the published rows to compare a load with, by the load's name. */
  public List<Published> figures(String load) {
    return figures.stream().filter(row -> row.load().equals(load)).toList();
  }

  /** Returns how its loads differ from the published ones, and why, a sentence each. */
  public List<String> changes() {
    return loads.stream().flatMap(load -> load.changed().stream()).toList();
  }
}
