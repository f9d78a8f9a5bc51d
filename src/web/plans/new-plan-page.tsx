export function NewPlanPage() {
  return null;
}
