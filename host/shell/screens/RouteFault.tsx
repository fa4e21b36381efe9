import { ErrorState } from '@waypost/host-sdk';
import { useRouteError } from 'react-router-dom';

/** The last resort, when the shell itself failed. */
export function RouteFault() {
  return (
    <main>
      <ErrorState isScreen error={useRouteError()} onRetry={() => location.reload()} />
    </main>
  );
}
