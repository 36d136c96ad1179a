/** Promised shows what has become of a promise: nothing yet, its value, or a failure. */
export class Promised<T> {
  value = $state.raw<T>();
  failed = $state(false);

  constructor(promise: Promise<T>) {
    promise.then(
      (value) => (this.value = value),
      () => (this.failed = true),
    );
  }
}
