import { Select } from '@arco-design/web-react';
import { IconLeft, IconRight } from '@arco-design/web-react/icon';
import { useFormat } from '../format/use-format.ts';
import { IconButton } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import styles from './list.module.css';
import { pageNumbers } from './page-numbers.ts';
import { PAGE_SIZES } from './url-state.ts';

export interface PaginationProps {
  page: number;
  pageSize: number;
  count: number;
  /** There are more than `count`: they are reached by narrowing the list. */
  isAtLeast?: boolean;
  onPage: (page: number) => void;
  onPageSize: (size: number) => void;
}

export function Pagination({
  page,
  pageSize,
  count,
  isAtLeast = false,
  onPage,
  onPageSize,
}: PaginationProps) {
  const words = useWords();
  const format = useFormat();
  const pages = Math.max(1, Math.ceil(count / pageSize));
  const first = Math.min(count, (page - 1) * pageSize + 1);
  return (
    <nav className={styles.paging} aria-label={words('list.paging')}>
      <span className={styles.pagingText}>
        {words('list.range', {
          first: format.number(first),
          last: format.number(Math.min(count, page * pageSize)),
          total: format.count(count, isAtLeast),
        })}
        {isAtLeast && page >= pages ? ` ${words('list.narrow_down')}` : null}
      </span>
      <Select
        size="small"
        className={styles.pageSize ?? ''}
        aria-label={words('list.page_size')}
        value={pageSize}
        options={PAGE_SIZES.map((size) => ({ value: size, label: words('list.rows_a_page', { size }) }))}
        onChange={(size: number) => onPageSize(size)}
      />
      <div className={styles.pages}>
        <IconButton
          label={words('list.previous')}
          icon={<IconLeft />}
          isDisabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        {pageNumbers(page, pages).map((number, index) =>
          number === 0 ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: at most two gaps, told apart by their place
            <span key={`gap-${index}`} className={styles.gap} aria-hidden="true">
              …
            </span>
          ) : (
            <button
              key={number}
              type="button"
              className={styles.pageNumber}
              aria-current={number === page ? 'page' : undefined}
              aria-label={words('list.page_number', { number })}
              onClick={() => onPage(number)}
            >
              {format.number(number)}
            </button>
          ),
        )}
        <IconButton
          label={words('list.next')}
          icon={<IconRight />}
          isDisabled={page >= pages}
          onClick={() => onPage(page + 1)}
        />
      </div>
    </nav>
  );
}
