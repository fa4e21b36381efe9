import { clientStore } from '@waypost/host-sdk/light';
import { useAtomValue } from 'jotai';
import { DEFAULT_LOGO, websiteAtom } from '../site/website.ts';

/** The operator's own logo, or else the product's mark: a way post. */
export function Logo({ size = 24 }: { size?: number }) {
  const { logo } = useAtomValue(websiteAtom, { store: clientStore });
  if (logo !== DEFAULT_LOGO)
    return <img src={logo} width={size} height={size} alt="" style={{ objectFit: 'contain' }} />;
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#f5ca47" />
      <path
        fill="#241a00"
        d="M14.5 5.5h3V9h6.100a1 1 0 0 1 .7.300l2.600 2.600a1 1 0 0 1 0 1.400l-2.600 2.600a1 1 0 0 1-.7.300H17.500v10.300h-3V16.200H8.500a1 1 0 0 1-1-1V10a1 1 0 0 1 1-1h6z"
      />
    </svg>
  );
}
