/** ahead returns an attachment that runs when its element comes near the screen. */
export const ahead = (run: () => void) => (element: HTMLElement) => {
  const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && run(), { rootMargin: "600px" });
  observer.observe(element);
  return () => observer.disconnect();
};
