package io.github.restcomparison.compare.options;

import static io.github.restcomparison.records.settings.SettingException.refuseIf;

import io.github.restcomparison.analysis.model.Family;
import io.github.restcomparison.records.Load;
import io.github.restcomparison.records.Load.Protocol;
import io.github.restcomparison.records.Wait;
import io.github.restcomparison.records.plan.ExperimentPlan.Rounds;
import io.github.restcomparison.records.plan.PlanSettings;
import io.github.restcomparison.records.plan.ServiceRuntime;
import io.github.restcomparison.records.plan.SettingTree;
import io.github.restcomparison.records.service.FeederRecords;
import io.github.restcomparison.records.service.ServiceSpec.Origin;
import io.github.restcomparison.records.service.ServiceSpec.UserServices;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.records.settings.SettingException;
import io.github.restcomparison.runner.service.ClientTls;
import io.github.restcomparison.runner.variants.Variant;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * The compared services.
 *
 * @param names user services first, then variants or clients of this project
 * @param users user services; empty if there are none
 */
public record ComparedServices(List<String> names, Optional<UserServices> users) {

  /**
   * Returns the services that settings name.
   *
   * @param typed returns what the user typed for the setting at a JSON pointer
   * @throws SettingException if it cannot be compared
   */
  static ComparedServices of(PlanSettings settings, UnaryOperator<String> typed) {
    List<String> names = new ArrayList<>(settings.services().keySet());
    names.addAll(settings.variants());
    ComparedServices compared =
        new ComparedServices(
            names,
            Optional.of(new UserServices(settings.services(), settings.workload()))
                .filter(users -> !users.services().isEmpty()));
    compared.check(settings, typed);
    return compared;
  }

  private void check(PlanSettings settings, UnaryOperator<String> typed) {
    List<String> ours = new ArrayList<>(settings.variants());
    ours.removeIf(name -> Variant.client(name).isPresent());
    ours.forEach(Variant::named);
    refuseIf(
        Variant.areClients(names) && !(ours.isEmpty() && settings.services().isEmpty()),
        "--variants: must be services only, or clients only");
    if (names.stream().distinct().count() < names.size()) {
      throw new SettingException(
          "%s: a name is given twice; --control measures one twice"
              .formatted(typed.apply("/variants")));
    }
    users.ifPresent(all -> check(all, settings.load(), typed));
    requireName(settings.design().control().filter(name -> !name.equals("none")), "control", typed);
    requireName(settings.design().baseline(), "baseline", typed);
    refuseIf(
        settings.place().runtime() == ServiceRuntime.DOCKER && users.isPresent(),
        "%s: not supported with --service; use docker:IMAGE",
        typed.apply("/runtime"));
    for (String name : names) {
      refuseIf(
          settings.load().delay().isUnknown() && origin(name) instanceof Origin.CatalogueVariant,
          "--delay is required: how long a request to %s waits",
          name);
    }
    settings.load().protocol().ifPresent(this::requireProtocol);
    for (String name : names) {
      if (origin(name) instanceof Origin.CatalogueVariant(String variant)
          && Variant.client(variant).isEmpty()) {
        requireSupport(Variant.named(variant), settings, typed);
      }
    }
  }

  /** Checks what runtimes without the service-kit lack. */
  private static void requireSupport(
      Variant variant, PlanSettings settings, UnaryOperator<String> typed) {
    boolean isStock = variant.implementation().stock().isPresent();
    Wait wait = settings.load().waitKind();
    refuseIf(
        isStock && !variant.supports(wait) && !wait.isForBackEnd(),
        "%s: %s does not support it; valid: fixed",
        typed.apply("/load/wait"),
        variant.name());
    ServiceRuntime runtime = settings.place().runtime();
    refuseIf(
        isStock && runtime != ServiceRuntime.BARE,
        "%s: %s has no image; valid: bare",
        typed.apply("/runtime"),
        variant.name());
    refuseIf(
        variant.waitsInWorker()
            && variant.maxWaiting(settings.load().workers()).isEmpty()
            && !variant.canBeVirtual(),
        "%s does not support virtual workers; valid: 1 to 20000",
        variant.name());
  }

  private void requireName(Optional<String> name, String setting, UnaryOperator<String> typed) {
    refuseIf(
        name.isPresent() && !names.contains(name.get()),
        "%s: must be one of %s",
        typed.apply("/design/" + setting),
        String.join(", ", names));
  }

  /** Checks conditions that would fail only after services are started. */
  private static void check(UserServices all, Load load, UnaryOperator<String> typed) {
    checkTls(all.workload().tls(), typed);
    all.workload()
        .state()
        .beforeRun()
        .ifPresent(
            before -> requireFolder(typed.apply("/beforeRun/directory"), before.directory()));
    new PlaceholderCheck(
            all.workload(),
            FeederRecords.of(all.workload(), load.concurrency(), load.totalRequests()),
            typed)
        .check();
    all.services()
        .forEach(
            (name, service) -> {
              if (service.from() instanceof Origin.CatalogueVariant(String variant)) {
                Variant.named(variant);
              }
              String directory = typed.apply(SettingTree.pointer("services", name, "directory"));
              if (service.from() instanceof Origin.Command(String line, Optional<String> folder)) {
                requireFolder(directory, folder);
              }
              if (service.from() instanceof Origin.Address at) {
                requireFolder(directory, at.directory());
                refuseIf(
                    at.directory().isPresent() && at.restart().isEmpty(),
                    "%s: requires restart",
                    directory);
              }
            });
  }

  /** Refuses a variant that does not exist, by what the user typed. */
  static void requireVariants(SettingTree tree) {
    JsonNode named = tree.at("/variants");
    (named.isArray() ? named.valueStream() : Stream.of(named).filter(JsonNode::isString))
        .map(name -> name.asString(""))
        .filter(name -> Variant.client(name).isEmpty())
        .forEach(name -> requireVariant(tree, "/variants", name));
    for (Map.Entry<String, JsonNode> each : tree.at("/services").properties()) {
      if (each.getValue().has("variant")) {
        String pointer = SettingTree.pointer("services", each.getKey(), "variant");
        requireVariant(tree, pointer, each.getValue().get("variant").asString(""));
      }
    }
  }

  private static void requireVariant(SettingTree tree, String pointer, String name) {
    try {
      Variant.named(name);
    } catch (SettingException e) {
      String typed = tree.typed(pointer);
      throw typed.isEmpty() ? e : new SettingException(typed + ": " + e.getMessage());
    }
  }

  private static void checkTls(Tls tls, UnaryOperator<String> typed) {
    try {
      new ClientTls(tls);
    } catch (SettingException e) {
      boolean isInCert = e.setting().equals("key") && tls.ownKey().isEmpty();
      String typedSetting = typed.apply("/" + (isInCert ? "cert" : e.setting()));
      throw new SettingException(
          "%s: %s%s".formatted(typedSetting, isInCert ? "without --key, it " : "", e.problem()));
    }
  }

  private static void requireFolder(String of, Optional<String> folder) {
    String path = folder.orElse(".");
    refuseIf(!Files.isDirectory(Path.of(path)), "%s: no such directory: %s", of, path);
  }

  private void requireProtocol(Protocol protocol) {
    for (String name : names) {
      boolean speaksTls =
          switch (origin(name)) {
            case Origin.CatalogueVariant(String variant) -> supportsTls(Variant.named(variant));
            case Origin.Address address -> address.url().startsWith("https:");
            default -> false;
          };
      if (!speaksTls) {
        Stream<Variant> valid = Variant.services().stream().filter(ComparedServices::supportsTls);
        throw new SettingException(
            "--protocol %s: %s supports only HTTP/1.1 without TLS; valid: %s, and https addresses"
                .formatted(protocol, name, String.join(", ", valid.map(Variant::name).toList())));
      }
    }
  }

  /** Returns whether a variant can use TLS; one with a set protocol speaks nothing else. */
  private static boolean supportsTls(Variant variant) {
    return Variant.settings(variant.module()).contains("PROTOCOL")
        && !variant.settings().containsKey("PROTOCOL");
  }

  /** Returns whether waiting requests of a variant hold workers. */
  public boolean waitsInWorker(String name) {
    return origin(name) instanceof Origin.CatalogueVariant(String variant) && isBlocking(variant);
  }

  /**
   * Returns the stated control, or else the first variant that no pool limits: others have little
   * noise. Without two variants and the rounds of a verdict no noise is needed: the default is then
   * none.
   */
  Optional<String> control(Optional<String> stated, List<String> variants, Rounds rounds) {
    Optional<String> usual =
        variants.stream()
            .filter(name -> !isLimited(name))
            .findFirst()
            .or(() -> Optional.of(variants.getFirst()))
            .filter(_ -> variants.size() > 1 && rounds.max() >= Family.MIN_ROUNDS);
    return stated.or(() -> usual).filter(name -> !name.equals("none"));
  }

  private boolean isLimited(String name) {
    return waitsInWorker(name)
        || users.map(all -> all.services().get(name)).stream()
            .anyMatch(service -> service.workers().isPresent());
  }

  private Origin origin(String name) {
    return UserServices.service(users, name).from();
  }

  /** Returns whether waiting requests of a variant of this project hold workers. */
  static boolean isBlocking(String variant) {
    return !variant.isEmpty()
        && Variant.client(variant).isEmpty()
        && Variant.named(variant).waitsInWorker();
  }
}
