import { expect, test } from 'vitest';
import { type DeliveryFilter, deliveryFilterSearch, deliveryQuery, readDeliveryFilter } from './delivery-filter.tsx';

const everything: DeliveryFilter = {
  state: 'dropped',
  event: 'clicked',
  notificationId: 'ntf_test_01KHX1M9H015ZW2GY79VS61P42',
  response: '5xx',
  from: '2026-03-01T09:00',
  to: '2026-03-01T10:30',
};
const nothing: DeliveryFilter = { state: 'all', event: 'all', notificationId: '', response: '', from: '', to: '' };

test('delivery filter: the address contains it, and reads back the same', () => {
  const search = deliveryFilterSearch(everything);
  expect(readDeliveryFilter(`?${search}`)).toEqual(everything);
  expect(new URLSearchParams(search).get('from')).toBe(new Date('2026-03-01T09:00').toISOString());
  expect(deliveryFilterSearch(nothing)).toBe('');
  expect(readDeliveryFilter('')).toEqual(nothing);
});

test('delivery filter: the query of the operation has every member, with times in UTC', () => {
  expect(deliveryQuery(everything)).toEqual({
    state: 'dropped',
    status: 'clicked',
    notificationId: everything.notificationId,
    response: '5xx',
    from: new Date('2026-03-01T09:00').toISOString(),
    to: new Date('2026-03-01T10:30').toISOString(),
  });
  expect(deliveryQuery(nothing)).toEqual({});
});

test('delivery filter: what is half typed or made up does not filter', () => {
  expect(deliveryQuery({ ...nothing, notificationId: 'ntf_', response: '50', from: '2026-13' })).toEqual({});
  expect(readDeliveryFilter('?state=broken&from=yesterday')).toEqual(nothing);
  expect(deliveryQuery({ ...nothing, response: '5XX' })).toEqual({ response: '5xx' });
});
