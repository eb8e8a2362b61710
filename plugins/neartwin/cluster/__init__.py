"""Proposed clusters: what today's decisions would group, each around one representative."""

from neartwin.cluster.proposal import propose_clusters
from neartwin.cluster.stars import BRIDGED, MEMBER, REPRESENTATIVE, Stars, stars

__all__ = ["BRIDGED", "MEMBER", "REPRESENTATIVE", "Stars", "propose_clusters", "stars"]
