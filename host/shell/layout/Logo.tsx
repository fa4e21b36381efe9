/** The product's mark: a way post. */
export function Logo({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#f5ca47" />
      <path
        fill="#241a00"
        d="M14.4 5.500h3.200V9h6.200l3.200 3.100-3.200 3.100h-6.200v1.600h-3.200v-1.600H8.600a.6.6 0 0 1-.6-.6V9.600a.6.6 0 0 1 .6-.6h5.800zM14.400 18.800h3.200v7.700h-3.200z"
      />
    </svg>
  );
}
