import { ErrorState, Page as Frame, Skeleton, useCall, useWords } from '@waypost/host-sdk';
import { ConfigurationForm } from './ConfigurationForm.tsx';
import { configurationInquire } from './calls.ts';

/** Settings of the whole installation: website, registration, sign-in, maintenance. */
export function Page() {
  const words = useWords();
  const found = useCall(configurationInquire, {});
  return (
    <Frame title={words('menu.configuration')} text={words('system.configuration.text')}>
      {found.data ? (
        <ConfigurationForm
          key={found.data.version}
          loaded={found.data}
          onSaved={() => void found.refetch()}
        />
      ) : found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Skeleton lines={8} height={20} />
      )}
    </Frame>
  );
}
