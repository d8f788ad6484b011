package io.github.restcomparison.jerseycontainervertx;

import org.glassfish.jersey.test.grizzly.GrizzlyTestContainerFactory;
import org.junit.jupiter.api.Nested;

/** The same on Jersey's container for Grizzly: what holds here is what applications expect. */
class OnGrizzlyTest {
  @Nested
  class Uris extends UriBehaviours {
    Uris() {
      super(new GrizzlyTestContainerFactory());
    }
  }

  @Nested
  class Fields extends FieldBehaviours {
    Fields() {
      super(new GrizzlyTestContainerFactory());
    }
  }

  @Nested
  class Entities extends EntityBehaviours {
    Entities() {
      super(new GrizzlyTestContainerFactory());
    }
  }

  @Nested
  class Asyncs extends AsyncBehaviours {
    Asyncs() {
      super(new GrizzlyTestContainerFactory());
    }
  }

  @Nested
  class Providers extends ProviderBehaviours {
    Providers() {
      super(new GrizzlyTestContainerFactory());
    }
  }

  @Nested
  class Streams extends StreamBehaviours {
    Streams() {
      super(new GrizzlyTestContainerFactory());
    }
  }

  @Nested
  class Lifecycles extends LifecycleBehaviours {
    Lifecycles() {
      super(new GrizzlyTestContainerFactory());
    }
  }

  @Nested
  class Applications extends ApplicationBehaviours {
    Applications() {
      super(new GrizzlyTestContainerFactory());
    }
  }
}
