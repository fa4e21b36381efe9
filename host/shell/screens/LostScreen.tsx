import { EmptyState, ScreenLink, useWords } from '@waypost/host-sdk';

/** A screen that was open and is not theirs any more. `isOn`: its plugin still runs, so the right to it was taken away. */
export function LostScreen({ isOn }: { isOn: boolean }) {
  const words = useWords();
  return (
    <EmptyState
      isScreen
      title={words(isOn ? 'screen.not_allowed.title' : 'screen.off.title')}
      text={words(isOn ? 'screen.not_allowed.text' : 'screen.off.text')}
      action={<ScreenLink to="/customer">{words('not_found.home')}</ScreenLink>}
    />
  );
}
