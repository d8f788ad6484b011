package io.github.restcomparison.analysis.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The twelve colours of the style sheet, by day and by night. */
class PaletteTest {
  private static final int COLOURS = 12;

  /** Of graphics, by WCAG 2.2. */
  private static final double LEAST_CONTRAST = 3;

  /** In Oklab; two shades of one colour name are nearer. */
  private static final double LEAST_DISTANCE = 0.08;

  private static final Pattern COLOUR = Pattern.compile("--c(\\d+): #(\\p{XDigit}{6});");

  /**
   * Linear RGB as eyes without a kind of cones see it (Machado et al., IEEE TVCG 15:1291, 2009).
   */
  private static final double[][] DEUTAN = {
    {0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.01182, 0.04294, 0.968881}
  };

  private static final double[][] PROTAN = {
    {0.152286, 1.052583, -0.204868},
    {0.114503, 0.786281, 0.099216},
    {-0.003882, -0.048116, 1.051998}
  };

  private static final double[][] ALL = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

  @ParameterizedTest
  @CsvSource({"0, ffffff", "1, 1c2026"})
  void colourIsUnlikeAllOthersAndTheCard(int scheme, String card) throws IOException {
    List<double[]> colours = colours(scheme);
    assertThat(colours).hasSize(COLOURS);
    for (double[][] eyes : List.of(ALL, DEUTAN, PROTAN)) {
      for (int i = 0; i < COLOURS; i++) {
        for (int j = 0; j < i; j++) {
          assertThat(distance(lab(seen(eyes, colours.get(i))), lab(seen(eyes, colours.get(j)))))
              .as("%d and %d", j, i)
              .isGreaterThan(LEAST_DISTANCE);
        }
      }
    }
    for (double[] colour : colours) {
      assertThat(contrast(colour, rgb(card))).isGreaterThanOrEqualTo(LEAST_CONTRAST);
    }
  }

  private static List<double[]> colours(int scheme) throws IOException {
    String css =
        new String(
            HtmlPage.class.getResourceAsStream("head.mustache").readAllBytes(),
            StandardCharsets.UTF_8);
    List<double[]> colours = new ArrayList<>();
    Matcher found = COLOUR.matcher(css);
    for (int i = 0; found.find(); i++) {
      assertThat(Integer.parseInt(found.group(1))).isEqualTo(i % COLOURS);
      if (i / COLOURS == scheme) {
        colours.add(rgb(found.group(2)));
      }
    }
    return colours;
  }

  /** Linear, 0 to 1. */
  private static double[] rgb(String hex) {
    double[] rgb = new double[3];
    for (int i = 0; i < 3; i++) {
      double value = Integer.parseInt(hex.substring(2 * i, 2 * i + 2), 16) / 255.0;
      rgb[i] = value <= 0.04045 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4);
    }
    return rgb;
  }

  private static double[] seen(double[][] eyes, double[] rgb) {
    double[] seen = times(eyes, rgb);
    for (int i = 0; i < 3; i++) {
      seen[i] = Math.clamp(seen[i], 0, 1);
    }
    return seen;
  }

  private static double[] times(double[][] matrix, double[] vector) {
    double[] product = new double[3];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) {
        product[i] += matrix[i][j] * vector[j];
      }
    }
    return product;
  }

  private static double[] lab(double[] rgb) {
    double[] lms =
        times(
            new double[][] {
              {0.4122214708, 0.5363325363, 0.0514459929},
              {0.2119034982, 0.6806995451, 0.1073969566},
              {0.0883024619, 0.2817188376, 0.6299787005}
            },
            rgb);
    for (int i = 0; i < 3; i++) {
      lms[i] = Math.cbrt(lms[i]);
    }
    return times(
        new double[][] {
          {0.2104542553, 0.7936177850, -0.0040720468},
          {1.9779984951, -2.4285922050, 0.4505937099},
          {0.0259040371, 0.7827717662, -0.8086757660}
        },
        lms);
  }

  private static double distance(double[] one, double[] other) {
    return Math.hypot(Math.hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
  }

  private static double contrast(double[] one, double[] other) {
    double a = luminance(one) + 0.05;
    double b = luminance(other) + 0.05;
    return Math.max(a, b) / Math.min(a, b);
  }

  private static double luminance(double[] rgb) {
    return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
  }
}
