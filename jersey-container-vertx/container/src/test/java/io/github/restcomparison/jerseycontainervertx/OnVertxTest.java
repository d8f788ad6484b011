package io.github.restcomparison.jerseycontainervertx;

import org.junit.jupiter.api.Nested;

/** All behaviours on this container. */
class OnVertxTest {
  @Nested
  class Uris extends UriBehaviours {
    Uris() {
      super(new VertxTestContainerFactory());
    }
  }

  @Nested
  class Fields extends FieldBehaviours {
    Fields() {
      super(new VertxTestContainerFactory());
    }
  }

  @Nested
  class Entities extends EntityBehaviours {
    Entities() {
      super(new VertxTestContainerFactory());
    }
  }

  @Nested
  class Asyncs extends AsyncBehaviours {
    Asyncs() {
      super(new VertxTestContainerFactory());
    }
  }

  @Nested
  class Providers extends ProviderBehaviours {
    Providers() {
      super(new VertxTestContainerFactory());
    }
  }

  @Nested
  class Streams extends StreamBehaviours {
    Streams() {
      super(new VertxTestContainerFactory());
    }
  }

  @Nested
  class Lifecycles extends LifecycleBehaviours {
    Lifecycles() {
      super(new VertxTestContainerFactory());
    }
  }

  @Nested
  class Applications extends ApplicationBehaviours {
    Applications() {
      super(new VertxTestContainerFactory());
    }
  }
}
