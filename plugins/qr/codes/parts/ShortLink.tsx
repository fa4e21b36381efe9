import { CopyText, useAction } from '@waypost/host-sdk';
import { lookCall } from '../../screens/qr_code_list/calls.ts';

interface ShortLinkProps {
  /** Id of the code. */
  id: string;
  address: string;
  /** What is shown, when that is shorter than the address without its scheme. */
  shown?: string;
  ellipsis?: 'end' | 'middle';
}

/** The address that people type, to press and to copy. A press from here is a look: it is not counted as a visit. */
export function ShortLink({
  id,
  address,
  shown = address.replace(/^https?:\/\//, ''),
  ellipsis = 'end',
}: ShortLinkProps) {
  const { run } = useAction(lookCall);
  // A failure has been told by then.
  const look = () =>
    run({ id }).then(
      (answer) => answer.address,
      () => undefined,
    );
  return <CopyText value={address} shown={shown} href={address} open={look} ellipsis={ellipsis} />;
}
