import { useState } from 'react';
import type { PaginationProps } from './Pagination.tsx';
import type { PAGE_SIZES } from './url-state.ts';

/** Rows of a page at first, where nothing else is said. */
const FIRST_SIZE = 20;

/** Which page of something is shown, and how it is asked for. */
export interface Paging {
  /** For a call that pages. */
  query: { page: number; page_size: number };
  /** For {@link Pagination}, beside its count. */
  bar: Pick<PaginationProps, 'page' | 'pageSize' | 'onPage' | 'onPageSize'>;
  /** Another search: what stood on the third page stands elsewhere now. */
  toFirst: () => void;
}

/** Pages of a list within a page or a drawer, whose address says nothing of them. */
export function usePaging(firstSize: (typeof PAGE_SIZES)[number] = FIRST_SIZE): Paging {
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<number>(firstSize);
  const toFirst = () => setPage(1);
  const onPageSize = (size: number) => {
    setPageSize(size);
    toFirst();
  };
  return {
    query: { page, page_size: pageSize },
    bar: { page, pageSize, onPage: setPage, onPageSize },
    toFirst,
  };
}
