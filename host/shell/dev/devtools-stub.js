// Stands before every bundle in development: React registers with it, and so a remote's refresh runtime, which comes
// later than React, still finds the renderer to refresh.
if (!window.__REACT_DEVTOOLS_GLOBAL_HOOK__) {
  let lastId = 0;
  window.__REACT_DEVTOOLS_GLOBAL_HOOK__ = {
    renderers: new Map(),
    supportsFiber: true,
    inject(renderer) {
      lastId += 1;
      this.renderers.set(lastId, renderer);
      return lastId;
    },
    onScheduleFiberRoot() {},
    onCommitFiberRoot() {},
    onCommitFiberUnmount() {},
  };
}
