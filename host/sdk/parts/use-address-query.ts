import { useCallback } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The query of the screen's address as it was rendered, and a way to change it. The change goes by what stands in the
 * address at that moment: of two that follow each other faster than a page is drawn neither is lost.
 */
export function useAddressQuery(): [
  URLSearchParams,
  (write: (present: URLSearchParams) => URLSearchParams, options?: { replace: boolean }) => void,
] {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (write: (present: URLSearchParams) => URLSearchParams, options?: { replace: boolean }) =>
      setParams(write(presentQuery()), options),
    [setParams],
  );
  return [params, change];
}

/** Screens stand behind the `#` of the browser's address, which changes as soon as one goes somewhere. */
function presentQuery(): URLSearchParams {
  const { hash } = window.location;
  const at = hash.indexOf('?');
  return new URLSearchParams(at < 0 ? '' : hash.slice(at + 1));
}
