import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "../toasts.tsx";

/** What follows when a plan has been started here: it is told, and looked at. */
export function useStarted(): (planId: string, told: string) => void {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return (planId, told) => {
    toast(told);
    void queries.invalidateQueries({ queryKey: ["lists"] });
    void navigate({ to: "/plans/$plan", params: { plan: planId } });
  };
}
