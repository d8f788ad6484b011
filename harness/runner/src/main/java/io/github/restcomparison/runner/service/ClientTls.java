package io.github.restcomparison.runner.service;

import static io.github.restcomparison.records.settings.SettingException.check;

import io.github.restcomparison.contracttck.AnyCertificate;
import io.github.restcomparison.records.service.Workload.Tls;
import io.github.restcomparison.records.settings.SettingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/**
 * The TLS of a service's clients: their certificates and trusted authorities, from files in PEM,
 * for the JDK and for Gatling; and the reasons why they refuse the certificate of a service.
 */
public final class ClientTls {
  /** Trusts any certificate and shows none. */
  public static final ClientTls INSECURE = new ClientTls(Tls.INSECURE);

  private static final Pattern KEY =
      Pattern.compile("-----BEGIN PRIVATE KEY-----([\\sA-Za-z0-9+/=]+)-----END PRIVATE KEY-----");
  private static final Pattern CERTIFICATE =
      Pattern.compile("(?s)-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----");

  private static final Map<String, String> SIGNATURES =
      Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA");

  /** The password of files that only this user can read, and that are deleted after the run. */
  private static final String PASSWORD = "measured";

  private static final int LIMIT_MS = 5_000;
  private static final String NAMES_DIFFER = "(?s)No (subject alternative|name match).*";
  private static final String ANY = "; --insecure accepts any";

  private final Tls tls;

  /** The key and certificate of this client; null if it shows none. */
  private final KeyStore keys;

  /** The authorities that it trusts; null for the authorities of the JDK. */
  private final KeyStore trusted;

  /**
   * Reads the files.
   *
   * @throws SettingException if one does not exist or has something else; with the reason in one
   *     line
   */
  public ClientTls(Tls tls) {
    this.tls = tls;
    try {
      keys = tls.cert().isPresent() ? keys(tls.cert().get(), tls.key()) : null;
      trusted = tls.cacert().isPresent() ? trusted(tls.cacert().get()) : null;
    } catch (GeneralSecurityException | IOException e) {
      throw new SettingException("TLS: " + e.getMessage());
    }
  }

  private static KeyStore keys(String cert, String key)
      throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    Certificate[] chain = certificates("cert", cert).toArray(Certificate[]::new);
    PrivateKey own = privateKey(key, chain[0].getPublicKey());
    store.setKeyEntry("client", own, PASSWORD.toCharArray(), chain);
    return store;
  }

  private static KeyStore trusted(String cacert) throws GeneralSecurityException, IOException {
    KeyStore store = empty();
    for (Certificate each : certificates("cacert", cacert)) {
      store.setCertificateEntry("authority" + store.size(), each);
    }
    return store;
  }

  private static KeyStore empty() throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    return store;
  }

  private static List<Certificate> certificates(String setting, String file)
      throws GeneralSecurityException {
    List<Certificate> all = new ArrayList<>();
    try {
      CertificateFactory x509 = CertificateFactory.getInstance("X.509");
      for (MatchResult pem : CERTIFICATE.matcher(content(setting, file)).results().toList()) {
        byte[] text = pem.group().getBytes(StandardCharsets.ISO_8859_1);
        all.add(x509.generateCertificate(new ByteArrayInputStream(text)));
      }
    } catch (CertificateException e) {
      all.clear();
    }
    check(!all.isEmpty(), setting, file, "a file with a certificate in PEM");
    return all;
  }

  private static PrivateKey privateKey(String file, PublicKey shown)
      throws GeneralSecurityException {
    Matcher pem = KEY.matcher(content("key", file));
    check(
        pem.find(),
        "key",
        file,
        "a file with a private key in PEM, without a password (openssl pkcs8 -topk8 -nocrypt)");
    try {
      byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
      PrivateKey own =
          KeyFactory.getInstance(shown.getAlgorithm())
              .generatePrivate(new PKCS8EncodedKeySpec(encoded));
      if (isPair(own, shown)) {
        return own;
      }
    } catch (InvalidKeySpecException | SignatureException | IllegalArgumentException e) {
      // it is of another kind or length, or not in Base64
    }
    throw SettingException.mustBe("key", file, "the private key of the certificate");
  }

  /**
   * Returns whether key and certificate match: no service accepts a signature that the certificate
   * does not verify.
   */
  private static boolean isPair(PrivateKey own, PublicKey shown) throws GeneralSecurityException {
    String algorithm = shown.getAlgorithm();
    Signature signature = Signature.getInstance(SIGNATURES.getOrDefault(algorithm, algorithm));
    signature.initSign(own);
    byte[] signed = signature.sign();
    signature.initVerify(shown);
    return signature.verify(signed);
  }

  private static String content(String setting, String file) {
    try {
      return Files.readString(Path.of(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw SettingException.mustBe(setting, file, "a readable file");
    }
  }

  /** Returns the context of a client of the JDK, or of a server with the same certificate. */
  public SSLContext context() {
    try {
      KeyManager[] own = null;
      if (keys != null) {
        KeyManagerFactory factory =
            KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(keys, PASSWORD.toCharArray());
        own = factory.getKeyManagers();
      }
      if (tls.insecure()) {
        return AnyCertificate.context(own);
      }
      TrustManager[] authorities = null;
      if (trusted != null) {
        TrustManagerFactory factory =
            TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(trusted);
        authorities = factory.getTrustManagers();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(own, authorities, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // the files were read
    }
  }

  /**
   * Returns the options of Gatling's JVM.
   *
   * @param folder that only this user can read, for files that Gatling reads as it starts
   */
  public List<String> gatlingOptions(Path folder) throws IOException {
    List<String> options = new ArrayList<>();
    options.add("-Dgatling.ssl.useInsecureTrustManager=" + tls.insecure());
    addStore(options, "keyStore", keys, folder);
    addStore(options, "trustStore", trusted, folder);
    return options;
  }

  private static void addStore(List<String> options, String name, KeyStore store, Path folder)
      throws IOException {
    if (store == null) {
      return;
    }
    Path file = folder.resolve(name + ".p12");
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has PKCS#12
    }
    String prefix = "-Dgatling.ssl." + name;
    options.add(prefix + ".type=PKCS12");
    options.add(prefix + ".file=" + file);
    options.add(prefix + ".password=" + PASSWORD);
  }

  /** Returns whether a server speaks TLS, whatever its certificate. */
  public static boolean isUsedAt(URI address) {
    try {
      certificateOf(address);
      return true;
    } catch (SSLException e) {
      return ("" + e.getMessage()).contains("fatal alert"); // such as for a missing certificate
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Checks the certificate of a server, if its scheme is {@code https}.
   *
   * @throws IOException if clients refuse it; with the reason in one line
   */
  public void requireTrust(URI address) throws IOException {
    Optional<String> refusal = refusal(address);
    if (refusal.isPresent()) {
      throw new IOException(refusal.get());
    }
  }

  /**
   * Returns why clients refuse the certificate of a server, in one line; empty if they accept it,
   * if the scheme is not {@code https}, or if nothing there speaks TLS. It tries a handshake
   * without a request: Gatling's client reports it in the words of its library, and does not
   * compare the names in the certificate with the host.
   */
  Optional<String> refusal(URI address) {
    if (tls.insecure() || !address.getScheme().equals("https")) {
      return Optional.empty();
    }
    try (SSLSocket socket = connected(address, context())) {
      SSLParameters parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      // The JDK does not look at the dates of a certificate that is its own authority.
      certificateAfterHandshake(socket).checkValidity();
      return Optional.empty();
    } catch (CertificateException e) {
      return Optional.of(address + ": its certificate " + why(address, e));
    } catch (SSLException e) {
      return causeOf(e).map(refused -> address + ": its certificate " + why(address, refused));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<CertificateException> causeOf(Throwable failure) {
    return switch (failure) {
      case null -> Optional.empty();
      case CertificateException refused -> Optional.of(refused);
      default -> causeOf(failure.getCause());
    };
  }

  private static String why(URI address, CertificateException refused) {
    try {
      X509Certificate shown = certificateOf(address);
      Date now = new Date();
      if (now.after(shown.getNotAfter())) {
        return "expired on " + day(shown.getNotAfter()) + ANY;
      }
      if (now.before(shown.getNotBefore())) {
        return "is not valid before " + day(shown.getNotBefore()) + ANY;
      }
      // The JDK compares names last, after it has found the authority.
      if (("" + refused.getMessage()).matches(NAMES_DIFFER)) {
        return "is for %s, not for %s%s".formatted(names(shown), address.getHost(), ANY);
      }
    } catch (IOException | CertificateException e) {
      // The server has ended meanwhile: what is left is the first reason.
    }
    return "is not trusted; --cacert names its authority, --insecure accepts any";
  }

  private static String day(Date date) {
    return date.toInstant().toString().substring(0, "2026-01-01".length());
  }

  /** Returns the hosts that a certificate is for; its subject if it names none. */
  private static String names(X509Certificate shown) throws CertificateException {
    Collection<List<?>> names = shown.getSubjectAlternativeNames();
    return names == null
        ? shown.getSubjectX500Principal().getName()
        : names.stream().map(each -> each.get(1).toString()).collect(Collectors.joining(", "));
  }

  /** Returns the certificate of a server, trusted or not. */
  private static X509Certificate certificateOf(URI address) throws IOException {
    try (SSLSocket socket = connected(address, AnyCertificate.context())) {
      return certificateAfterHandshake(socket);
    }
  }

  private static X509Certificate certificateAfterHandshake(SSLSocket socket) throws IOException {
    socket.startHandshake();
    return (X509Certificate) socket.getSession().getPeerCertificates()[0];
  }

  private static SSLSocket connected(URI address, SSLContext context) throws IOException {
    int port = address.getPort() < 0 ? 443 : address.getPort();
    Socket plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(address.getHost(), port), LIMIT_MS);
      plain.setSoTimeout(LIMIT_MS);
      return (SSLSocket)
          context.getSocketFactory().createSocket(plain, address.getHost(), port, true);
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }
}
