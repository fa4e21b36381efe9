import { EmptyState, ScreenLink, useWords } from '@waypost/host-sdk';

/** No screen has this address: a typing slip, a plugin that is off, or a right that is missing. */
export function NotFound() {
  const words = useWords();
  return (
    <EmptyState
      isScreen
      title={words('not_found.title')}
      text={words('not_found.text')}
      action={<ScreenLink to="/customer">{words('not_found.home')}</ScreenLink>}
    />
  );
}
