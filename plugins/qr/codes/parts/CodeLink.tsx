import { ScreenLink, useWords } from '@waypost/host-sdk';

/** A code that something else names, with the way to its page. One that was deleted for good has neither name nor page. */
export function CodeLink({ id, name }: { id: string; name: string }) {
  const words = useWords();
  return name === '' ? (
    words('qr.visit.link.purged')
  ) : (
    <ScreenLink to={`set_qr_code?id=${id}`}>{name}</ScreenLink>
  );
}
